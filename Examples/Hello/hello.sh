#!/bin/sh
# A module in sh: modules add hello --program --allow 'GET /products' -- ./hello.sh
case $1 in
--seashell-describe)
  cat <<'END'
{"tools": [
  {"name": "greet", "description": "Greet somebody", "annotations": {"readOnlyHint": true},
   "inputSchema": {"type": "object", "required": ["name"], "properties": {
     "name": {"type": "string", "description": "whom to greet"},
     "times": {"type": "integer", "minimum": 1, "maximum": 9, "description": "how often"}}}},
  {"name": "cheap", "description": "List cheap products", "annotations": {"readOnlyHint": true},
   "inputSchema": {"type": "object", "required": ["limit"], "properties": {
     "limit": {"type": "number", "description": "the highest price"}}}}]}
END
  ;;
greet) jq -c 'range(.times // 1) as $count | {count: ($count + 1), greeting: "Hello, \(.name)"}' ;;
cheap)
  limit=$(jq .limit) products=$(curl -fsS "$SEASHELL_GATEWAY/api/products?per_page=1000") || exit 1
  echo "$products" | jq -c ".[] | select(.price <= $limit) | {id, name, price}" ;;
esac
