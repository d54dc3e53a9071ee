postMessage(40 + 2);
