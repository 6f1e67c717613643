/**
 * How much a browser loads before a page works: scripts, styles and words, compressed, against their budgets. A table
 * is counted once per game, with the game's own parts, because nobody loads two games at one table.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const FOLDER = new URL('../src/stellwerk/server/static/', import.meta.url)
/** In KB: what pages may weigh, those that are named here or any other, and a table with its game. */
const PAGES = { Lobby: 54, Replay: 73, Learn: 68, Table: 66 }
const OTHERS = 52
const TABLE = 102.5
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8'))

/** A part of the client, with everything it imports at once. */
function chunksOf(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk)) return found
  found.add(chunk)
  for (const needed of chunk.imports ?? []) chunksOf(needed, found)
  return found
}

const sizeOf = (file) => gzipSync(readFileSync(new URL(file, FOLDER))).length
const sum = (sizes) => sizes.reduce((total, size) => total + size, 0)

/** Words of parts in each language, by what they are loaded with. */
const WORDS = /^src\/texts\/(.*)\.json\?part=/

/** The words of these parts, in the language that takes most room. */
function wordsOf(chunks) {
  const languages = {}
  const keys = new Set([...chunks].flatMap((chunk) => chunk.dynamicImports ?? []))
  for (const key of keys) {
    const [, language] = WORDS.exec(key) ?? []
    if (language) languages[language] = (languages[language] ?? 0) + sizeOf(manifest[key].file)
  }
  return Math.max(0, ...Object.values(languages))
}

function kilobytes(keys) {
  const chunks = new Set(keys.flatMap((key) => [...chunksOf(key)]))
  const files = new Set([...chunks].flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]))
  return (sum([...files].map(sizeOf)) + wordsOf(chunks)) / 1024
}

/** What a table of a game loads: its own parts, or the plain table. */
function tableOf(game) {
  const own = `src/games/${game}/Table.svelte`
  const parts = [`src/games/${game}/notation.ts`, `src/games/${game}/sounds.ts`]
  return ['index.html', 'src/pages/Table.svelte', ...parts, manifest[own] ? own : 'src/pages/table/Plain.svelte']
}

const games = Object.keys(manifest).flatMap((key) => /^src\/games\/(.*)\/notation\.ts$/.exec(key)?.[1] ?? [])
const pages = [
  ...Object.keys(manifest).flatMap((key) => {
    const [, name] = /^src\/pages\/(\w+)\.svelte$/.exec(key) ?? []
    return name ? [{ name, keys: ['index.html', key], budget: PAGES[name] ?? OTHERS }] : []
  }),
  ...games.map((game) => ({ name: `Table of ${game}`, keys: tableOf(game), budget: TABLE })),
]
let failed = false
for (const { name, keys, budget } of pages) {
  const size = kilobytes(keys)
  failed ||= size > budget
  console.log(`${size > budget ? '✗' : '✓'} ${name}: ${size.toFixed(1)} KB of ${budget} KB`)
}
process.exit(failed ? 1 : 0)
