import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '../../../testing/fake-server.ts';
import { expectNotice } from '../../../testing/page.ts';
import { renderPage } from '../../../testing/render.tsx';
import { useCommentEditor } from './use-comment-editor.ts';

function SaveButton() {
  const editor = useCommentEditor(1, null);
  return (
    <button type="button" onClick={() => void editor.save()}>
      Save
    </button>
  );
}

it('refuses to save before there is a comment (rule 5.3)', async () => {
  const server = createFakeServer();
  const { user } = renderPage(<SaveButton />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectNotice('Save Failed', 'No comment to save');
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});
