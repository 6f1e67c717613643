/** How much a browser loads before a page works: scripts and styles, compressed, against their budgets. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const FOLDER = new URL('../src/stellwerk/server/static/', import.meta.url)
const BUDGETS = { 'src/pages/Lobby.svelte': 80, 'src/pages/Table.svelte': 150 }
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8'))

/** A part of the client, with everything it imports at once; a game's own parts count for a table. */
function filesOf(key, found = new Set()) {
  const part = manifest[key]
  if (found.has(part.file)) return found
  found.add(part.file)
  for (const style of part.css ?? []) found.add(style)
  for (const needed of part.imports ?? []) filesOf(needed, found)
  return found
}

function kilobytes(files) {
  const bytes = [...files].map((file) => gzipSync(readFileSync(new URL(file, FOLDER))).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

let failed = false
const games = Object.keys(manifest).filter((key) => /^src\/games\/.*\/notation\.ts$/.test(key))
for (const [page, budget] of Object.entries(BUDGETS)) {
  const files = filesOf(page, filesOf('index.html'))
  if (page.endsWith('Table.svelte')) for (const game of games) filesOf(game, files)
  const size = kilobytes(files)
  failed ||= size > budget
  console.log(`${size > budget ? '✗' : '✓'} ${page}: ${size.toFixed(1)} KB of ${budget} KB`)
}
process.exit(failed ? 1 : 0)
