// Topics of the plots, and the search among all of them.

const TOPICS = [
  ['joints', 'Joints', /^(q|v|tau)\.|^following$|^commands$|^section_/],
  ['motion', 'Motion', /^speed$|^position$|^base_|^water_speed$|^head_|^com_/],
  ['contact', 'Contact', /^contact_|^propeller_|_force$|^skin_/],
  ['control', 'Control', /^control_/],
  ['energy', 'Energy', /^energy$|^energies$|^power$|^work$/],
];

/** Topics that some of the charts belong to, each {name, word}; all other charts are "Others". */
export function topicsOf(charts) {
  const known = [...TOPICS, ['others', 'Others', null]].map(([name, word]) => ({ name, word }));
  return known.filter(({ name }) => charts.some((chart) => topicOf(chart) === name));
}

export function topicOf({ name }) {
  return TOPICS.find(([, , words]) => words.test(name))?.[0] ?? 'others';
}

/** Charts of which the title, the name or a curve holds every word. */
export function found(charts, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return charts.filter((chart) => {
    const text = [chart.title, chart.name.replaceAll('_', ' '), chart.name, chart.unit, ...(chart.curves ?? [])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
