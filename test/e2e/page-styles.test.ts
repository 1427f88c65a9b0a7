import { globSync, readFileSync } from 'node:fs'
import { classesIn } from '../../scripts/content/classes-in.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'

test('a page has the styles of every class in its HTML', async ({ request }) => {
  const files = globSync('client/styles/*.css').filter((file) => !file.endsWith('admin.css'))
  const styled = new Set(files.flatMap((file) => classesIn(readFileSync(file, 'utf8'))))
  for (const url of publicPages) {
    const html = await (await request.get(url)).text()
    const styles = [...html.matchAll(/<style[^>]*>(?<css>.*?)<\/style>/gs)]
    const present = new Set(styles.flatMap(({ groups }) => classesIn(groups?.['css'] ?? '')))
    const used = html.matchAll(/ class="(?<names>[^"]*)"/g)
    const names = new Set([...used].flatMap(({ groups }) => groups?.['names']?.split(' ') ?? []))
    const missing = [...names].filter((name) => styled.has(name) && !present.has(name))
    expect.soft(missing, url).toEqual([])
  }
})
