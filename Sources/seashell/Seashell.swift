import APIPlugin
import EnvironmentsPlugin
import Glibc
import ProductsPlugin
import ReviewsPlugin
import SeashellApp
import SeashellKit
import ServePlugin
import SessionPlugin
import ShopBackend

@main
struct Seashell {
  @MainActor
  static func main() async {
    let app = ShellApp(
      embedded: { directories in
        let shop = EmbeddedTransport(database: "\(directories.data)/shop.db")
        return EmbeddedAPI(
          transport: shop,
          watch: { report in
            await shop.watch { changes in await report(changes.compactMap { FeedEvent($0) }) }
          })
      },
      modules: { context, token in
        [
          APIModule(context), EnvironmentsModule(context), ProductsModule(context),
          ReviewsModule(context), ServeModule(context),
          try token.map { try SessionModule(context, token: $0) } ?? SessionModule(context),
        ]
      })
    exit(await app.run().rawValue)
  }
}

extension FeedEvent {
  /// The client's event for a change of the shop's data.
  fileprivate init?(_ change: ShopChange) {
    self.init(
      id: change.eventID, name: change.kind.rawValue, resource: change.resource, item: change.item)
  }
}
