/** Which rule book is open, and at which clause. */
class OpenRules {
  game = $state<string | null>(null)
  clause = $state<string | null>(null)

  open(game: string, clause: string | null = null): void {
    this.game = game
    this.clause = clause
  }

  close(): void {
    this.game = null
  }
}

export const rules = new OpenRules()
