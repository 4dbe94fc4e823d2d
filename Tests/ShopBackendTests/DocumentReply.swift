/// The members of a JSON:API document that tests compare.
struct DocumentReply<Primary: Decodable>: Decodable {
  let jsonapi: Version
  let data: Primary
  let links: [String: String]
  let meta: Meta?

  struct Version: Decodable {
    let version: String
  }

  struct Meta: Decodable {
    let total: Int
  }
}

struct ResourceReply<Attributes: Decodable>: Decodable {
  let type: String
  let id: String
  let attributes: Attributes
  let relationships: [String: Relationship]?
  let links: [String: String]

  struct Relationship: Decodable {
    let links: [String: String]
    let data: [String: String]?
  }
}

struct ReviewAttributes: Decodable, Equatable {
  let rating: Int
  let comment: String
  let author: String
}

struct GrantAttributes: Decodable {
  let access_token: String
  let refresh_token: String
  let expires_in: Int
  let user: String
}
