import type { CommandFinding } from '../../src/office/finding.ts'
import { formatCount } from './command-finding.ts'

export function hasErrors(findings: readonly CommandFinding[]): boolean {
  return findings.some(({ level }) => level === 'error')
}

export function describeFindings(findings: readonly CommandFinding[]): string {
  if (findings.length === 0) return 'The shop is ready to sell.'
  const errors = findings.filter(({ level }) => level === 'error').length
  const counts = [formatCount(errors, 'error'), formatCount(findings.length - errors, 'warning')]
  return [
    ...findings.map(({ level, problem, remedy }) => `${level}: ${problem}\n    ${remedy}`),
    `${counts.join(', ')}.`,
  ].join('\n')
}
