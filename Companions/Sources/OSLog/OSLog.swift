// SPDX-License-Identifier: MIT

// The name that newer code imports. As on Apple's systems, it brings Foundation.
@_exported public import Foundation
@_exported public import os
