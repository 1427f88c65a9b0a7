import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colours } from '../../src/kit/colours.ts'
import { iconHref } from '../../src/site/head.tsx'
import { logoSvg } from '../../src/site/header.tsx'
import { headerLogo, pageIcon, tokensFile, withColours } from './logo.ts'

const textOf = (file: string) => readFileSync(file, 'utf8')

it('has the current colours in the styles (update with npm run generate -- brand)', () => {
  expect(textOf(tokensFile)).toBe(withColours(textOf(tokensFile)))
})

it('has the current logo in the header (update with npm run generate -- brand)', () => {
  expect(logoSvg).toBe(headerLogo(textOf('static/icon.svg')))
})

it('has the current icon in pages (update with npm run generate -- brand)', () => {
  expect(iconHref).toBe(pageIcon(textOf('static/icon.svg')))
})

it('puts a short icon into the page, and links to a long one', () => {
  const icon = (path: string) => `<svg viewBox="0 0 9 9"><path fill="#fff" d="${path}"/></svg>\n`
  expect(pageIcon(icon('M0 0h9v9z'))).toBe(
    'data:image/svg+xml,%3Csvg viewBox=%220 0 9 9%22%3E%3Cpath fill=%22%23fff%22 d=%22M0 0h9v9z%22/%3E%3C/svg%3E',
  )
  expect(pageIcon(icon('M0 0h9v9z'.repeat(60)))).toBe('/icon.svg')
})

it('makes the logo as high as the header, in the colour of the theme', () => {
  expect(
    headerLogo(`<?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="9" viewBox="0 0 40 20" fill="${colours.accent[0].toUpperCase()}">
        <path d="M0 0h40v20z"/>
      </svg>`),
  ).toBe(
    '<svg width="56" height="28" viewBox="0 0 40 20" fill="currentColor"><path d="M0 0h40v20z"/></svg>',
  )
})

it.each([
  ['<p>no picture</p>', 'expected an <svg> with a viewBox'],
  ['<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>', 'must not have <script'],
  ['<svg viewBox="0 0 1 1" onload="alert(1)"></svg>', 'must not have onload='],
  [`<svg viewBox="0 0 1 1"><path d="${'M0 0'.repeat(600)}"/></svg>`, 'are too many'],
])('refuses %s', (svg, problem) => {
  expect(() => headerLogo(svg)).toThrow(problem)
})
