/**
 * How much a browser loads before a page works: scripts and styles, compressed, against their budgets. A table is
 * counted once per game, with the game's own parts, because nobody loads two games at one table.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const FOLDER = new URL('../src/stellwerk/server/static/', import.meta.url)
const LOBBY = 80
const TABLE = 150
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8'))

/** A part of the client, with everything it imports at once. */
function filesOf(key, found = new Set()) {
  const part = manifest[key]
  if (!part || found.has(part.file)) return found
  found.add(part.file)
  for (const style of part.css ?? []) found.add(style)
  for (const needed of part.imports ?? []) filesOf(needed, found)
  return found
}

/** The words of the language that has the most of them, beside English, which is always loaded. */
const [language = ''] = Object.keys(manifest)
  .filter((key) => /^src\/texts\/.*\.json$/.test(key) && manifest[key].isDynamicEntry)
  .sort((one, other) => sizeOf(manifest[other].file) - sizeOf(manifest[one].file))

function sizeOf(file) {
  return gzipSync(readFileSync(new URL(file, FOLDER))).length
}

function kilobytes(keys) {
  const files = new Set()
  for (const key of [...keys, language]) filesOf(key, files)
  const bytes = [...files].map(sizeOf)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** What a table of a game loads: its own parts, or the plain table. */
function tableOf(game) {
  const own = `src/games/${game}/Table.svelte`
  const parts = [`src/games/${game}/notation.ts`, `src/games/${game}/sounds.ts`]
  return ['index.html', 'src/pages/Table.svelte', ...parts, manifest[own] ? own : 'src/pages/table/Plain.svelte']
}

const games = Object.keys(manifest).flatMap((key) => /^src\/games\/(.*)\/notation\.ts$/.exec(key)?.[1] ?? [])
const pages = [
  { name: 'lobby', keys: ['index.html', 'src/pages/Lobby.svelte'], budget: LOBBY },
  ...games.map((game) => ({ name: `table of ${game}`, keys: tableOf(game), budget: TABLE })),
]
let failed = false
for (const { name, keys, budget } of pages) {
  const size = kilobytes(keys)
  failed ||= size > budget
  console.log(`${size > budget ? '✗' : '✓'} ${name}: ${size.toFixed(1)} KB of ${budget} KB`)
}
process.exit(failed ? 1 : 0)
