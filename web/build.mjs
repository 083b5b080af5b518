// Builds the page's script and style into the Python package, with the licences of what they contain.
// A digest of the sources goes beside them: a Python test compares it with web/src, so that nobody forgets to build.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', 'src', 'snakelab', 'plugins', 'studio', 'assets');

/** All files that decide what is built, as paths from this folder with forward slashes, in the order of their characters. */
function sources() {
  const found = ['build.mjs', 'package-lock.json'];
  for (const entry of readdirSync(join(here, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) found.push(relative(here, join(entry.parentPath, entry.name)).split(sep).join('/'));
  }
  return found.sort();
}

/** SHA-256 over "path, zero byte, content, zero byte" of every source. */
function digest() {
  const hash = createHash('sha256');
  for (const path of sources()) hash.update(path).update('\0').update(readFileSync(join(here, path))).update('\0');
  return hash.digest('hex');
}

const shared = { bundle: true, minify: true, write: false, absWorkingDir: here, legalComments: 'none', logLevel: 'warning' };
const script = await build({ ...shared, entryPoints: ['src/main.js'], format: 'iife', target: ['es2022'], charset: 'utf8' });
const style = await build({ ...shared, entryPoints: ['src/style/page.css'], charset: 'utf8' });
// Every page that holds the script is a copy of these libraries, so it holds their licences too.
const licences = Object.fromEntries(
  ['three', 'uplot'].map((name) => [name, readFileSync(join(here, 'node_modules', name, 'LICENSE'), 'utf8').trimEnd() + '\n']),
);
const banner = `/*! Built from web/src by "make web".\n\nthree.js: ${licences.three}\nuPlot: ${licences.uplot}*/\n`;

mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'page.js'), banner + script.outputFiles[0].text);
writeFileSync(join(target, 'page.css'), style.outputFiles[0].text);
writeFileSync(join(target, 'page.html'), readFileSync(join(here, 'src', 'page.html')));
writeFileSync(join(target, 'sources.sha256'), digest() + '\n');
for (const [name, text] of Object.entries(licences)) writeFileSync(join(target, `LICENSE.${name}.txt`), text);
