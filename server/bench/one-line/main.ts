import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a React page is: react, react-dom and a line of text. */
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(createElement('p', null, 'One line.'));
