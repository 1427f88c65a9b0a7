import { glob, readFile, writeFile } from 'node:fs/promises'
import { typeset } from '../../content/typography.ts'

/** `npm run generate -- typography` sets the no-break spaces and hyphens of every text under content/. */
for await (const file of glob('content/*/**/*.{ts,md}')) {
  const [, lang = ''] = file.split(/[/\\]/)
  const text = await readFile(file, 'utf8')
  const after = file.endsWith('.md')
    ? typeset(lang, text)
    : text.replace(/'(?:[^'\\\n]|\\.)*'/g, (literal) => typeset(lang, literal))
  if (after === text) continue
  await writeFile(file, after)
  console.log(file)
}
