/// One of the orders in the JSON of the API.
struct OrderDTO: Decodable {
  let id: String
  let name: String
  let status: String
}
