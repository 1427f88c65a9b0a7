import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Late, renderInOrder } from './in-order.tsx'

type TextProps = { readonly text: string }

function Paragraph({ text }: TextProps) {
  if (text === 'broken') throw new Error(text)
  return <p>{text}</p>
}

function open(
  parts: readonly Promise<TextProps>[],
  onFailure = vi.fn<() => ReactNode>(() => <p>failed</p>),
) {
  const sent: string[] = []
  const complete = renderInOrder(
    <main>
      <h1>Plans</h1>
      {parts.map((part, index) => (
        <Late key={index} of={part} as={Paragraph} />
      ))}
    </main>,
    { wrap: (part) => part, onFailure },
  )
  return { sent, onFailure, ended: complete((html) => sent.push(html)) }
}

it('sends everything above a part that waits, and parts in their order', async () => {
  const [first, second] = [Promise.withResolvers<TextProps>(), Promise.withResolvers<TextProps>()]
  const { sent, ended } = open([first.promise, second.promise])
  second.resolve({ text: 'two' })
  await vi.waitFor(() => expect(sent).toEqual(['<!DOCTYPE html><main><h1>Plans</h1>']))
  first.resolve({ text: 'one' })
  await ended
  expect(sent.slice(1).join('')).toBe('<p>one</p><p>two</p></main>')
})

it('sends parts with data in one piece', async () => {
  const { sent, ended } = open([Promise.resolve({ text: 'one' })])
  await ended
  expect(sent.join('')).toBe('<!DOCTYPE html><main><h1>Plans</h1><p>one</p></main>')
})

it.each([
  ['has no data', async () => Promise.reject(new Error('broken'))],
  ['cannot be shown', async () => ({ text: 'broken' })],
])('replaces a part that %s, and sends the rest', async (_, load) => {
  const { sent, ended, onFailure } = open([load(), Promise.resolve({ text: 'two' })])
  await ended
  expect(sent.join('')).toContain('<h1>Plans</h1><p>failed</p><p>two</p></main>')
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('broken'))
})
