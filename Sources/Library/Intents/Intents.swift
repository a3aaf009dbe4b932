// SPDX-License-Identifier: MIT

// What an app gets with `import Intents`, as on Apple's systems.
@_exported public import Foundation
