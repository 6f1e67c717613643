/** Parts of the client that come later than the page: each brings its words. */
import { loadWords } from './languages'

/** After this time, in ms, a page has what it needs, and what it may open is fetched. */
const QUIET = 3000

/** Load a part and whatever it says. */
export async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const loaded = await part
  await loadWords()
  return loaded
}

/** A dialog or a panel that the page may open: fetched when it is needed, or before that when the page is quiet. */
export function part<Part>(load: () => Promise<{ default: Part }>): () => Promise<Part> {
  const bring = async (): Promise<Part> => (await withWords(load())).default
  setTimeout(() => void bring().catch(() => {}), QUIET) // it is tried again when it is needed
  return bring
}
