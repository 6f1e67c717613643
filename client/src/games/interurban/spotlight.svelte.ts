/** The line that is pointed at, or that is being scored: the board dims the others. */
export class Spotlight {
  line = $state<number | null>(null)
  /** The line whose shares are being given out. */
  share = $state<number | null>(null)

  point(line: number | null): void {
    if (this.share === null) this.line = line
  }

  score(line: number): void {
    this.line = line
    this.share = line
  }

  clear(): void {
    this.line = null
    this.share = null
  }
}

export const spotlight = new Spotlight()
