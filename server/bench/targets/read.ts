import express from 'express';
import pg from 'pg';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

const READ = { name: 'read', text: 'SELECT * FROM subscription WHERE "userId" = $1' };

/** One indexed select without authentication. */
const app = express();
app.get('/api/payments/subscription', async (request, response) => {
  const { rows } = await pool.query({ ...READ, values: [request.get('x-user')] });
  response.json({ subscription: rows[0] ?? null });
});
const server = app.listen(0, '127.0.0.1', () => console.info(`Ready: ${JSON.stringify(server.address())}`));
