import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const maxWidth = 100
const commentLine = /^\s*(?:\/?\*|\/\/|--) /
/** Lines that cannot be broken: links, commands and rules of the linter. The others are generated. */
const ignoredLine = /https?:|`node |oxlint-disable/
const ignoredFiles = /\/(?:glyphs|land)\.ts$/
const files = globSync('{src,client,content,catalogue,scripts,test}/**/*.{ts,tsx,css,sql}')

/** The formatter does not wrap comments. */
it('wraps comments at 100 columns', () => {
  const wide = files
    .filter((file) => !ignoredFiles.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(
          (line) => line.length > maxWidth && commentLine.test(line) && !ignoredLine.test(line),
        )
        .map((line) => `${file}: ${line}`),
    )
  expect(wide).toEqual([])
})
