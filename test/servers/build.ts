import { buildIfChanged } from '../../scripts/start/build.ts'

export default buildIfChanged
