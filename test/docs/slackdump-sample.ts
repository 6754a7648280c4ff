import { join } from 'node:path';
import { Archive, answersOf } from '../exports/slack/slackdump-files.ts';
import { repository } from '../support/repository.ts';

/** Writes the sample archive of slackdump: what it would keep of the sample export of Slack. */
{
  using archive = new Archive(join(repository, 'samples/exports/slackdump/slackdump.sqlite'), 1024);
  archive.all(answersOf(join(repository, 'samples/recipes/slack/export')));
}
