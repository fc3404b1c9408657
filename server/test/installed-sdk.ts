import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export interface InstalledSdk {
  /** The project into which the package is installed. */
  readonly project: string;
  readonly tarball: string;
  /** What npm says of the tarball. */
  readonly packed: {
    readonly size: number;
    readonly unpackedSize: number;
    readonly files: readonly { path: string }[];
  };
}

/**
 * Packs the SDK as it would be published and installs the tarball into an empty project, without a network. It is built
 * from a copy, so that tests side by side do not build into one folder.
 */
export async function installSdk(folder: string): Promise<InstalledSdk> {
  const copy = join(folder, 'sdk');
  const skipped = ['dist', 'node_modules'];
  cpSync(join(root, 'sdk'), copy, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts') && !skipped.some((name) => path === join(root, 'sdk', name)),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  // The one script that runs is the package's own build, also where those of other packages are not let run.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_ignore_scripts: 'false' };
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: copy, env });
  const [packed] = JSON.parse(stdout) as (InstalledSdk['packed'] & { filename: string })[];
  const tarball = join(folder, packed!.filename);
  await run('npm', ['install', tarball, '--no-audit', '--no-fund', '--offline'], { cwd: project, env });
  return { project, tarball, packed: packed! };
}
