// Documentation of a gait or controller: its formulas with Greek letters and indices, and its text.
import { element } from '../dom.js';

const GREEK = { alpha: '\u03b1', beta: '\u03b2', gamma: '\u03b3', delta: '\u03b4', theta: '\u03b8', kappa: '\u03ba', lambda: '\u03bb', mu: '\u03bc', xi: '\u03be', pi: '\u03c0', rho: '\u03c1', sigma: '\u03c3', tau: '\u03c4', phi: '\u03c6', omega: '\u03c9' };

/** @param text Paragraphs of a docstring; formulas are indented, or begin with "name = ". */
export function documentationOf(text) {
  const paragraphs = text.split(/\n\s*\n/).filter((one) => one.trim());
  const isFormula = (one) => /^ {4}/.test(one) || /^[A-Za-z]\w*(\([\w, ]*\))? = /.test(one);
  const formulas = paragraphs.filter(isFormula);
  const words = paragraphs.filter((one) => !isFormula(one)).map((one) => one.replace(/\s+/g, ' ').replaceAll('`', ''));
  const lead = paragraphs.length && !isFormula(paragraphs[0]) ? words.slice(0, 1) : [];
  const more = words.slice(lead.length);
  const paragraph = (one) => element('p', {}, one);
  return element('div', { class: 'documentation', hidden: !paragraphs.length }, lead.map(paragraph), formulas.map(formula), more.length && formulas.length ? element('details', {}, element('summary', {}, 'More'), more.map(paragraph)) : null);
}

/** The formula of a paragraph, by lines if it is indented; of a wrapped paragraph, sentences that follow the formula are text. */
function formula(text) {
  if (/^ {4}/.test(text)) return element('div', { class: 'formula' }, text.trim().split('\n').map((line) => element('div', {}, symbols(line.trim()))));
  const joined = text.replace(/\s+/g, ' ').trim();
  const end = joined.search(/\. [A-Z]/);
  const own = element('div', { class: 'formula' }, element('div', {}, symbols(end < 0 ? joined : joined.slice(0, end + 1))));
  return end < 0 ? own : [own, element('p', {}, joined.slice(end + 2).replaceAll('`', ''))];
}

const JOINING = new Set(['the', 'of', 'with', 'in', 'from', 'at', 'and', 'or', 'to', 'that', 'is', 'if', 'for', 'by', 'inside']);

/** Names of a formula; words that form a phrase, such as "with d the difference of the angles", are text except for single letters. */
function symbols(line) {
  return line.split(/(\b[A-Za-z']+(?: [A-Za-z']+)+\b)/).map((part, i) => {
    const words = part.split(' ');
    if (i % 2 === 0 || !words.some((word) => JOINING.has(word))) return names(part);
    return words.map((word, k) => [k ? ' ' : '', word.length > 1 && !GREEK[word] ? word : variable(word)]);
  });
}

/** Names of a formula: a Greek letter, with its index below the line; the names of arguments stay whole. */
function names(line) {
  return line.split(/(\b[A-Za-z]\w*\b|\^\d+)/).map((word) => {
    if (/^\^\d+$/.test(word)) return element('sup', {}, word.slice(1));
    if (!/^[A-Za-z]/.test(word)) return word.replaceAll('-', '\u2212').replaceAll('*', '\u00b7');
    const [base, index, ...more] = word.split('_');
    if (!more.length && index !== undefined && index.length <= 2) return [variable(base), element('sub', {}, variable(index))];
    return variable(word);
  });
}

function variable(word) {
  if (GREEK[word]) return element('i', {}, GREEK[word]);
  if (['sin', 'cos', 'tan', 'exp', 'tanh', 'in', 'from', 'the', 'of', 'and', 'section', 'tail', 'head'].includes(word)) return word;
  return element('i', {}, word.replaceAll('_', '\u00a0'));
}
