export class FaultMatrix {
  readonly #title: string
  readonly #rows = new Map<string, Map<string, number>>()

  constructor(title: string) {
    this.#title = title
  }

  add(fault: string, outcome: string): void {
    const row = this.#rows.get(fault) ?? new Map<string, number>()
    row.set(outcome, (row.get(outcome) ?? 0) + 1)
    this.#rows.set(fault, row)
  }

  print(): void {
    const lines = [...this.#rows].map(([fault, outcomes]) => {
      const counts = [...outcomes].map(([outcome, count]) => `${count}x ${outcome}`)
      return `| ${fault} | ${counts.join(', ')} |`
    })
    console.log([`| ${this.#title} | outcome |`, '| --- | --- |', ...lines].join('\n'))
  }
}
