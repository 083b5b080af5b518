"""Public names of the package, imported at their first use."""

from .cache import (
    announce_compiling as announce_compiling,
    cache_folder as cache_folder,
    cache_root as cache_root,
    is_compiled as is_compiled,
    mark_compiled as mark_compiled,
    root_refusal as root_refusal,
    usual_root as usual_root,
    version_folders as version_folders,
)
from .decorator import kernel as kernel
from .lazy_kernel import (
    LazyIntrinsic as LazyIntrinsic,
    call_address as call_address,
    call_kernel as call_kernel,
    interpreted as interpreted,
    lazy_intrinsic as lazy_intrinsic,
    read_shared as read_shared,
    require_compiler as require_compiler,
    require_sources as require_sources,
)
