"""The database: tables, transactions, migrations. Nothing above this package writes SQL schema."""
