import { expect, it } from 'vitest'
import { imageTypeOf } from './contact-message.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it.each([
  ['png', '\x89PNG\r\n\x1A\n\0\0\0\rIHDR'],
  ['jpeg', '\xFF\xD8\xFF\xE0\0\x10JFIF\0'],
  ['webp', 'RIFF\x24\0\0\0WEBPVP8 '],
])('recognises %s by its first bytes', (type, start) => {
  expect(imageTypeOf(bytesOf(start))).toBe(type)
})

it.each([
  '',
  'RIFF',
  '<script>WEBP/**/</script>',
  '%PDF-1.7WEBP',
  'RIFF\x24\0\0\0WAVEfmt ',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
])('refuses a file that begins with %j', (start) => {
  expect(imageTypeOf(bytesOf(start))).toBeNull()
})
