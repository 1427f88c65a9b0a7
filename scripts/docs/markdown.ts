/** References in a Markdown file. Code blocks are checked for npm scripts and columns only. */
export type Markdown = {
  /** Targets of links within the repository. */
  readonly links: readonly string[]
  readonly code: readonly string[]
  /** Pairs of a symbol and its file: "`links` in `src/words/locales.shared.ts`". */
  readonly symbols: readonly (readonly [symbol: string, file: string])[]
  readonly npmScripts: readonly string[]
  readonly anchors: readonly string[]
  readonly longLines: readonly string[]
}

const maxColumns = 100
/** Rows of tables, and names of tests. */
const unbreakable = /^\s*(?:\||- `[^`]+`$)/

export function readMarkdown(text: string): Markdown {
  const prose = text.replaceAll(/^```.*?^```/gms, '')
  const withoutCode = prose.replaceAll(/`[^`\n]*`/g, '')
  return {
    links: findAll(withoutCode, /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link)),
    code: findAll(prose, /`([^`]+)`/g).map((code) => code.replaceAll(/\s+/g, ' ')),
    symbols: [...prose.matchAll(/`([^`]+)`\s+in\s+`([^`*]+\.tsx?)`/g)].map(
      ([, symbol = '', file = '']) => [symbol, file],
    ),
    npmScripts: findAll(text, /npm run (?:-\S+ )?([\w:-]+)/g),
    anchors: findAll(prose, /^#+ (.+)$/gm).map(anchorOf),
    longLines: text
      .split('\n')
      .filter((line) => line.length > maxColumns && !unbreakable.test(line)),
  }
}

function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}

/** Returns `2-settings` for `## 2. Settings`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
