import { describe, expect, test } from 'vitest';
import { CPU_MS_MAX, workOf, workOfExport } from './work-of.ts';

describe('dumps of databases', () => {
  const TABLE = 'CREATE TABLE users (id int, name text);\n';
  test.each([
    ['names in quotes without a blank', `INSERT INTO users (${'"a"'.repeat(40)}X;\n`],
    ['names in backticks without a blank', `INSERT INTO users (${'`a`'.repeat(40)}X;\n`],
    ['names of a COPY', `COPY users (${'"a"'.repeat(40)}X FROM stdin;\n`],
    ['comments', `INSERT ${'/**/'.repeat(30)}X;\n`],
    ['comments before the table', `INSERT INTO ${'/**/'.repeat(30)}1;\n`],
    ['comments that never end', `CREATE TABLE t (a int, b text $$${'/*'.repeat(200_000)}$$);\n`],
    ['escaped quotes', `CREATE TABLE t (a int, b text "'${"\\'".repeat(200_000)}");\n`],
    ['blanks behind FROM', `COPY ${'FROM STDIN '.repeat(6_000)};\n`],
    ['statements without a head', 'INSERT x;'.repeat(7_000)],
    ['statements without a head', 'COPY x;'.repeat(9_000)],
  ])('%s', async (_, statement) => {
    for (const head of ['-- MySQL dump 10.13', '-- PostgreSQL database dump']) {
      const files = { 'b.sql': `${head}\n${TABLE}${statement}` };
      expect((await workOf(files, 'inspect', '@/b.sql')).cpuMs).toBeLessThan(CPU_MS_MAX);
      expect((await workOfExport(files, 'sql')).cpuMs).toBeLessThan(CPU_MS_MAX);
    }
  });
});
