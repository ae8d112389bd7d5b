// Gomoku, freestyle, 15 × 15: five or more in a row win. What both servers in this folder enforce.

export const SIZE = 15;
export const CELLS = SIZE * SIZE;

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

export const isCell = (x, y) => Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < SIZE && y < SIZE;

// Whether the stone at x, y, the last that was placed, stands in five. `at` tells what is on a cell.
export function makesFive(at, x, y) {
  const mine = at(x, y);
  const run = (dx, dy) => {
    let length = 0;
    for (let i = x + dx, j = y + dy; isCell(i, j) && at(i, j) === mine; i += dx, j += dy) length += 1;
    return length;
  };
  return DIRECTIONS.some(([dx, dy]) => 1 + run(dx, dy) + run(-dx, -dy) >= 5);
}
