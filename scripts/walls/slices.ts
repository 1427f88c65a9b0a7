import { posix } from 'node:path'

/** The slices of src/, in the order in which their data may import each other. */
const slices = `kit words ui api payments messages accounts supply plans texts partners esims orders
  purchases reviews office site`.split(/\s+/)

/** Files of `src/` that every slice may import: they name its settings, ports and operations. */
const named = ['context', 'settings', 'storefront-settings', 'operations']

/**
 * Returns which law of docs/architecture.md an import breaks, or null.
 *
 * 1. Data of a slice imports only its own slice and earlier ones.
 * 2. Only pages, office screens and the files of `src/` import pages and office screens.
 * 3. Files for browsers (`.shared.ts`, client/, content/) import only files for browsers.
 *
 * @param file path from the project's root, with slashes: `src/plans/pages/plan.tsx`
 */
export function wallProblem(file: string, specifier: string): string | null {
  const isChecked = /^(src|client|content)\//.test(file) && !isTest(file)
  if (!isChecked || !specifier.startsWith('.')) return null
  const target = posix.join(posix.dirname(file), specifier)
  if (isTest(target)) return 'tests are not imported'
  if (!target.startsWith('src/')) return null
  if (isForBrowsers(file))
    return isForBrowsers(target) ? null : 'files for browsers import only files for browsers'
  if (isRoot(file) || isLeaf(file)) return null
  if (isLeaf(target)) return 'only pages, office screens and files of src/ import them'
  if (isRoot(target))
    return isNamed(target) ? null : `slices import only ${named.join(', ')} of src/`
  const [own, imported] = [sliceOf(file), sliceOf(target)]
  if (!slices.includes(imported)) return `${imported} is not a slice`
  if (slices.indexOf(imported) <= slices.indexOf(own)) return null
  return `the slice ${own} comes before ${imported}`
}

function isForBrowsers(file: string): boolean {
  return /\.shared\.tsx?$|^(client|content)\//.test(file)
}

/** A page, an office screen, or the code that only they use. */
function isLeaf(file: string): boolean {
  return /\/pages\/|\/office[\w-]*\.tsx$|^src\/(office|site)\//.test(file)
}

function isRoot(file: string): boolean {
  return /^src\/[^/]+$/.test(file)
}

function isNamed(file: string): boolean {
  return named.includes(posix.basename(file, '.ts'))
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function sliceOf(file: string): string {
  return file.split('/')[1] ?? ''
}
