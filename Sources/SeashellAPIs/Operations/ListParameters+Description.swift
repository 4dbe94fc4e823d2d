import SeashellKit
import WebAPI

extension ListParameters {
  /// The parameters of an operation's query, and the members of its JSON body.
  ///
  /// - Parameter isRead: whether it changes nothing.
  init(_ operation: DescribedOperation, isRead: Bool) {
    func declared(
      _ name: String, _ schema: DescribedSchema
    ) -> (name: String, isNumber: Bool, isText: Bool) {
      let isOpen = schema.types.isEmpty
      return (
        name, isOpen || !schema.types.isDisjoint(with: [.integer, .number]),
        isOpen || !schema.types.subtracting([.integer, .number, .boolean, .null]).isEmpty
      )
    }
    let body =
      operation.method == .get
      ? nil : operation.bodies.first { MediaTypes.isJSON($0.contentType) }?.schema
    self.init(
      body: body?.properties.map { declared($0.name, $0.schema) } ?? [],
      query: operation.parameters.filter { $0.location == .query }
        .map { declared($0.name, $0.schema) }, isRead: isRead)
  }
}
