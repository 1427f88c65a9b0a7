import { isBuildCurrent } from '../start/build.ts'

/** Run by wrangler before it deploys the build, or serves it. */
if (!(await isBuildCurrent())) {
  console.error('dist/ was built from other sources or settings. Run npm run build.')
  process.exitCode = 1
}
