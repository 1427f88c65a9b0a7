import { expect, it } from 'vitest'
import { wholeParts } from './form-data.ts'

async function formOf(values: Record<string, string>, fileBytes: number) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  form.set('screenshot', new File([new Uint8Array(fileBytes).fill(13)], 'a.png'))
  const response = new Response(form)
  return {
    type: response.headers.get('Content-Type') ?? '',
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

it('returns the texts before a truncated file, but not the file', async () => {
  const { bytes, type } = await formOf({ name: 'Аня', message: 'line\r\nline' }, 5000)
  const body = wholeParts(bytes.subarray(0, 2000), type)
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData()
  expect([...form]).toEqual([
    ['name', 'Аня'],
    ['message', 'line\r\nline'],
  ])
})

it('returns null for other content types and other bodies', () => {
  const bytes = new TextEncoder().encode('name=Ada')
  expect(wholeParts(bytes, 'application/x-www-form-urlencoded')).toBeNull()
  expect(wholeParts(bytes, 'multipart/form-data; boundary=x')).toBeNull()
})
