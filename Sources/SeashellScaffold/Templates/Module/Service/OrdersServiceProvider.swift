import SeashellKit

/// Chooses the implementation of the service; nothing else names it.
enum OrdersServiceProvider {
  static func makeOrdersService(on client: any APIClient) -> any OrdersServiceProtocol {
    OrdersService(client: client)
  }
}
