import { isBuildCurrent } from '../build/built-sources.ts'

/** Wrangler runs this before it deploys or serves the build. */
if (!(await isBuildCurrent())) {
  console.error('dist/ was built from other sources or settings. Run npm run build.')
  process.exitCode = 1
}
