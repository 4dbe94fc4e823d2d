import SeashellKit

/// Chooses the implementation of the service; nothing else names it.
enum OrdersServiceProvider {
  @MainActor
  static func makeOrdersService(
    on client: any APIClient, offline: OfflineAccess
  ) -> any OrdersServiceProtocol {
    OfflineOrdersService(
      remote: OrdersService(client: client), offline: OfflineFirstService(offline))
  }
}
