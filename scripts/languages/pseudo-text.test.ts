import { expect, it } from 'vitest'
import { pseudoText, pseudoTree } from './pseudo-text.ts'

it('accents a text and makes it 40 % longer', () => {
  expect(pseudoText('Find', 'accented')).toBe('⟦Ƒîñð á⟧')
  const text = 'Land with internet already on.'
  expect(pseudoText(text, 'accented').length - 2).toBe(text.length * 1.4)
})

it('makes the words of a text run from right to left', () => {
  expect(pseudoText('Find 5', 'right-to-left')).toBe('⟦\u202EFind\u202C 5 \u202Eaa\u202C⟧')
})

it.each(['{{count}} {{product}}', '12.50', 'https://shop.example/a', 'help@shop.example', '{}'])(
  'does not change %s',
  (text) => {
    expect(pseudoText(text, 'accented')).toBe(text)
  },
)

it('keeps parameters and addresses within a text', () => {
  expect(pseudoText('to {{email}} at a@b.example', 'accented')).toBe(
    '⟦ţö {{email}} áţ a@b.example áá⟧',
  )
})

it('changes the texts of a tree and keeps its keys, numbers and fixed values', () => {
  const tree = { ident: 'a-b', rating: 5, texts: ['Hello'] }
  expect(pseudoTree(tree, 'accented', ['ident'])).toEqual({
    ident: 'a-b',
    rating: 5,
    texts: ['⟦Ĥéļļö á⟧'],
  })
})
