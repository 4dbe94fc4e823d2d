import APIPlugin
import ChartPlugin
import DoctorPlugin
import EnvironmentsPlugin
import MCPPlugin
import NewPlugin
import ProductsPlugin
import QueuePlugin
import ReviewsPlugin
import SeashellApp
import SeashellHosting
import ServePlugin
import SessionPlugin
import ShopBackend
import WebOffline

@main
struct Seashell {
  static func main() {
    ShellApp(
      "seashell", version: SeashellVersion.current, abstract: "A shell for REST APIs", api: "shop",
      // The address and version of `serve`.
      environments: [
        try .init(
          "dev", "http://127.0.0.1:8080", version: "v1", honorsIdempotencyKeys: true,
          unreachableHint: "start the shop with 'seashell serve'")
      ],
      embedded: { directories in
        let shop = EmbeddedTransport(database: "\(directories.data)/shop.db")
        return EmbeddedAPI(
          version: "v1", honorsIdempotencyKeys: true, transport: shop,
          beginWatch: {
            let start = shop.beginWatch()
            return { report in await shop.watch(from: start, report) }
          })
      },
      offline: { OfflineFiles(directory: "\($0.state)/offline") },
      modules: { context in
        [
          ProductsModule(context), ReviewsModule(context), SessionModule(context),
          EnvironmentsModule(context),
          APIModule(context, paths: ShopAPI.paths, examples: ShopAPI.examples),
          ServeModule(context), QueueModule(context), ChartModule(),
          DoctorModule(), MCPModule(context),
        ]
      }
    )
    .with(roles: [DoctorModule.role, MCPModule.role])
    .withLibraries { [LibraryVersion("SQLite", OfflineFiles.libraryVersion)] }
    .with(moduleCommands: [NewModuleCommand()])
    .main()
  }
}
