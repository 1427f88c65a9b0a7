import { expect, it } from 'vitest'
import { firstStyles } from '../../src/site/page-styles.tsx'
import { themes } from '../../src/site/head.tsx'

it('sets the browser’s theme colour to the page background', () => {
  const [[, light], [, dark]] = themes
  const paper = /--paper:\s*light-dark\((#\w+),\s*(#\w+)\)/.exec(firstStyles)
  expect(paper?.slice(1)).toEqual([light.paper, dark.paper])
})
