import { glob, readFile, writeFile } from 'node:fs/promises'
import { printed } from '../../content/typography.ts'

/** Sets the spaces of every text under content/ as they are printed: `npm run typography`. Tests refuse what it would change. */
for (const lang of ['en', 'ru'] as const) {
  for await (const file of glob(`content/${lang}/**/*.{ts,md}`)) {
    const text = await readFile(file, 'utf8')
    const after = file.endsWith('.md')
      ? printed(lang, text)
      : text.replace(/'(?:[^'\\\n]|\\.)*'/g, (literal) => printed(lang, literal))
    if (after === text) continue
    await writeFile(file, after)
    console.log(file)
  }
}
