import { expect, it } from 'vitest'
import { ratioOf } from './results.ts'

const other = [10, 12, 9, 11, 10, 13, 9, 10, 11, 12, 10, 9]

it('finds the same ratio in every turn, however much the turns differ', () => {
  const slower = other.map((time) => time * 1.2)
  expect(ratioOf(slower, other)).toMatchObject({ ratio: 1.2, low: 1.2, high: 1.2 })
})

it('ignores single turns that other work has disturbed', () => {
  const disturbed = other.map((time, turn) => (turn < 2 ? time * 9 : time))
  expect(ratioOf(disturbed, other)).toMatchObject({ ratio: 1, low: 1, high: 1 })
})

it('gives a wide interval when half of the turns contradict the others', () => {
  const { low, high } = ratioOf(
    other.map((time, turn) => time * (turn % 2 === 0 ? 2 : 0.5)),
    other,
  )
  expect([low, high]).toEqual([0.5, 2])
})
