import { buildIfChanged } from '../../scripts/build/built-sources.ts'

export default buildIfChanged
