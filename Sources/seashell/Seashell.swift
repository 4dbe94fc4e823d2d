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
        return EmbeddedAPI(transport: shop, watch: { report in await shop.watch(report) })
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
