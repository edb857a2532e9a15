"""From ordinary English to facts and back: dates, clauses, who is meant, what was told, what is asked. Tables and rules, no model."""
