/** Messages about settings by variable. False is a check that found no problem. */
export type Problems = { readonly [variable: string]: readonly (string | false)[] }

export type SettingProblem = { readonly path: string; readonly message: string }

export function listProblems(problems: readonly Problems[]): readonly SettingProblem[] {
  return problems
    .flatMap(Object.entries<Problems[string]>)
    .flatMap(([path, messages]) =>
      messages.flatMap((message) => (message === false ? [] : [{ path, message }])),
    )
}
