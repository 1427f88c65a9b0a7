import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { siteIn } from '../../test/fixtures/sample-site.ts'
import { renderPart, renderWithPath } from './render-part.tsx'
import { useSite } from './site.tsx'

setFlagsFromString('--allow-natives-syntax')
const isInOnePiece: (text: string) => boolean = runInThisContext('(text) => %StringIsFlat(text)')

function Prices() {
  const { locale } = useSite()
  return ['1 140 ₽', '2 280 ₽'].map((price) => (
    <p key={price} lang={locale}>
      {price}
    </p>
  ))
}

it('returns a string in one piece, which takes less memory', () => {
  const html = renderPart(siteIn('ru'), <Prices />)
  expect(isInOnePiece(html)).toBe(true)
  expect(html).toBe('<p lang="ru">1 140 ₽</p><p lang="ru">2 280 ₽</p>')
})

it('rejects a part that depends on the page', () => {
  const Path = () => useSite().path
  expect(() => renderPart(siteIn('ru'), <Path />)).toThrow('this part has no path')
})

it('adds the escaped path of each page to a stored part', () => {
  const Path = () => {
    const { path } = useSite()
    return <a href={path}>{path}</a>
  }
  const html = renderWithPath(siteIn('en'), <Path />)
  expect(html('/?a="b"&c=<d>')).toBe(
    '<a href="/?a=&quot;b&quot;&amp;c=&lt;d&gt;">/?a=&quot;b&quot;&amp;c=&lt;d&gt;</a>',
  )
  expect(html('/faq')).toBe('<a href="/faq">/faq</a>')
})
