/// The account of a key in the API's JSON.
struct AccountDTO: Decodable {
  let user: String
}

/// A key in its file, with its user and the origin of the server that it is sent to.
struct StoredKeyDTO: Codable {
  let key: String
  let user: String
  let origin: String
}
