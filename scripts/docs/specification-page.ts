import { readFileSync } from 'node:fs'
import { z } from 'zod'

const intro = `# Specification

Each sentence of the specification, shortened, with the names of the tests that show it. Search
\`test/\` and \`src/\` for a name. A note says where the shop does something else. This page is
generated from \`test/specification.json\` by \`npm run generate -- specification\`.

Operations that the specification does not have are marked \`x-extension\` in
[openapi.json](openapi.json). \`test/contract/\` compares every response with that document.
`

/**
 * Chapters with their sentences, each with the names of its tests and with notes. A name is a part
 * of a test's title, without its parameters.
 */
export const chapters = Object.entries(
  z
    .record(z.string(), z.record(z.string(), z.array(z.string())))
    .parse(JSON.parse(readFileSync('test/specification.json', 'utf8'))),
)

/** Returns docs/specification.md. */
export function specificationPage(): string {
  const parts = chapters.map(([title, sentences], index) => {
    const rows = Object.entries(sentences).map(rowOf)
    return `\n## ${String(index + 1)}. ${title}\n\n${rows.join('')}`
  })
  return intro + parts.join('')
}

export function isNote(text: string): boolean {
  return text.startsWith('Note: ')
}

function rowOf([sentence, texts]: [string, string[]]): string {
  const lines = texts.map(
    (text) => `  - ${isNote(text) ? text : `\`${text.replaceAll('`', '')}\``}\n`,
  )
  return `- ${sentence}\n${lines.join('')}`
}
