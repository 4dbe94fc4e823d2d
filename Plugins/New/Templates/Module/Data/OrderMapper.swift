import SeashellKit

/// Turns the JSON of the API into models, and checks it.
enum OrderMapper {
  static func map(from dto: OrderDTO) throws(RecordError) -> Order {
    guard !dto.id.isEmpty else { throw .unreadable("an id is empty") }
    return Order(id: dto.id, name: dto.name, status: dto.status)
  }
}
