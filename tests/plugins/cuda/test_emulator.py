"""Emulator of a GPU's threads: single instructions against NumPy, control flow, calls, memory, and refusals."""

import math

import numpy as np
import pytest

from snakelab.errors import SimulationError
from snakelab.plugins.cuda.emulator import EmulatedKernel

HEAD = """
.version 8.8
.target sm_90
.address_size 64
.global .align 16 .b8 table[16] = {1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};
.func  (.param .align 8 .b8 func_retval0[16]) scaled
(
	.param .b64 scaled_param_0
);
.visible .entry run(
	.param .u64 run_param_0,
	.param .u64 run_param_1
)
{
	.reg .pred 	%p<8>;
	.reg .f32 	%f<32>;
	.reg .f64 	%fd<32>;
	.reg .b16 	%rs<8>;
	.reg .b32 	%r<32>;
	.reg .b64 	%rd<32>;
	ld.param.u64 	%rd1, [run_param_0];
	ld.param.u64 	%rd2, [run_param_1];
	cvta.to.global.u64 	%rd3, %rd1;
	mov.u32 	%r1, %ctaid.x;
	mov.u32 	%r2, %ntid.x;
	mov.u32 	%r3, %tid.x;
	mad.lo.s32 	%r4, %r1, %r2, %r3;
	mul.wide.u32 	%rd4, %r4, 8;
	add.s64 	%rd5, %rd3, %rd4;
"""
TAIL = """
	ret;
}
.func  (.param .align 8 .b8 func_retval0[16]) scaled(
	.param .b64 scaled_param_0
)
{
	.reg .f64 	%fd<3>;
	ld.param.f64 	%fd1, [scaled_param_0];
	mul.f64 	%fd2, %fd1, 0d4000000000000000;
	st.param.f64 	[func_retval0+0], %fd2;
	ret;
}
"""


def ran(code, values, given=0):
    """Array of doubles or words after a kernel of one thread for each."""
    values = np.array(values)
    kernel = EmulatedKernel(HEAD + code + TAIL)
    kernel(len(values), (np.uint64(values.ctypes.data), np.int64(given)), block=2)
    return values


X = np.array([0.3, -1.7, 2.5, -4.5, 1e-3, 12.0])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("fma.rn.f64 %fd2, %fd1, %fd1, 0d3FF0000000000000;", X * X + 1.0),
        ("sub.f64 %fd2, 0d3FF0000000000000, %fd1;", 1.0 - X),
        ("rcp.rn.f64 %fd2, %fd1;", 1.0 / X),
        ("abs.f64 %fd3, %fd1; sqrt.rn.f64 %fd2, %fd3;", np.sqrt(np.abs(X))),
        ("neg.f64 %fd3, %fd1; max.f64 %fd2, %fd3, %fd1;", np.maximum(-X, X)),
        ("cvt.rmi.f64.f64 %fd2, %fd1;", np.floor(X)),
        ("cvt.rni.f64.f64 %fd2, %fd1;", np.rint(X)),
        ("cvt.rzi.s64.f64 %rd6, %fd1; cvt.rn.f64.s64 %fd2, %rd6;", np.trunc(X)),
        ("cvt.rn.f32.f64 %f1, %fd1; cvt.f64.f32 %fd2, %f1;", X.astype(np.float32).astype(float)),
        ("mov.f64 %fd3, 0dBFF0000000000000; copysign.f64 %fd2, %fd3, %fd1;", -np.abs(X)),
        (
            "setp.gt.f64 %p1, %fd1, 0d0000000000000000; selp.f64 %fd2, %fd1, 0d0000000000000000, %p1;",
            np.maximum(X, 0.0),
        ),
        ("mov.b64 {%r5, %r6}, %fd1; mov.b64 %fd2, {%r5, %r6};", X),
        ("mov.b64 %rd6, %fd1; and.b64 %rd7, %rd6, 9223372036854775807; mov.b64 %fd2, %rd7;", np.abs(X)),
        (
            "mov.u64 %rd6, table; ld.global.nc.u64 %rd7, [%rd6+8]; cvt.rn.f64.u64 %fd3, %rd7; mul.f64 %fd2, %fd1, %fd3;",
            2.0 * X,
        ),
    ],
)
def test_arithmetic_is_that_of_numpy(code, expected):
    body = "ld.global.f64 %fd1, [%rd5];" + code + "st.global.f64 [%rd5], %fd2;"
    assert np.array_equal(ran(body, X), expected)


N = np.array([5, -7, 2**40 + 3, -(2**33), 0, 63], dtype=np.int64)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("mul.lo.s64 %rd7, %rd6, 3;", N * 3),
        ("shl.b64 %rd7, %rd6, 2;", N << 2),
        ("shr.s64 %rd7, %rd6, 3;", N >> 3),
        ("shr.s64 %rd7, %rd6, 70;", N >> 63),
        ("shl.b64 %rd7, %rd6, 70;", 0 * N),
        ("not.b64 %rd7, %rd6;", ~N),
        ("max.s64 %rd7, %rd6, 4;", np.maximum(N, 4)),
        ("setp.lt.s64 %p1, %rd6, 0; selp.s64 %rd7, -1, 1, %p1;", np.where(N < 0, -1, 1)),
        ("setp.lt.u64 %p1, %rd6, 100; selp.s64 %rd7, 1, 0, %p1;", ((N >= 0) & (N < 100)).astype(int)),
        ("cvt.u32.u64 %r5, %rd6; cvt.s64.s32 %rd7, %r5;", N.astype(np.int32).astype(np.int64)),
        ("cvt.u16.u64 %rs1, %rd6; cvt.u64.u16 %rd7, %rs1;", N & 0xFFFF),
        ("rem.s64 %rd7, %rd6, 4;", np.fmod(N, 4)),
        ("mul.hi.u64 %rd7, %rd6, 2;", (N < 0).astype(int)),
        ("bfi.b64 %rd7, %rd6, 0, 8, 4;", (N & 15) << 8),
    ],
)
def test_integers_are_those_of_numpy(code, expected):
    body = "ld.global.u64 %rd6, [%rd5];" + code + "st.global.u64 [%rd5], %rd7;"
    assert np.array_equal(ran(body, N), expected)


def test_carries_pass_from_one_instruction_to_the_next():
    code = """ld.global.u64 %rd6, [%rd5];
    {
    .reg .u32 a0, a1, r0, r1;
    mov.b64 {a0,a1}, %rd6;
    add.cc.u32 r0, a0, a0;
    addc.u32 r1, a1, a1;
    mov.b64 %rd7, {r0,r1};
    }
    st.global.u64 [%rd5], %rd7;"""
    assert np.array_equal(ran(code, N), 2 * N)


def test_atomic_sums_return_the_number_before():
    code = """add.s64 %rd6, %rd3, 0; mov.u64 %rd7, 3; red.global.add.u64 [%rd6], %rd7; atom.global.add.u64 %rd8, [%rd6], %rd7;
    setp.eq.s32 %p1, %r4, 0; @%p1 bra $L__END; st.global.u64 [%rd5], %rd8;
$L__END:"""
    assert np.array_equal(ran(code, np.array([5, 0, 0, 0])), [5 + 4 * 6, 5 + 9, 5 + 15, 5 + 21])


def test_loops_guards_and_calls_run_in_every_thread():
    """2 x, doubled as often as the thread's number says: by a loop, a guarded branch and a call of a function."""
    code = """ld.global.f64 %fd1, [%rd5];
	mov.u32 	%r5, 0;
$L__BB0_1:
	{ // callseq 0, 0
	.reg .b32 temp_param_reg;
	.param .b64 param0;
	st.param.f64 	[param0+0], %fd1;
	.param .align 8 .b8 retval0[16];
	call.uni (retval0),
	scaled,
	(
	param0
	);
	ld.param.f64 	%fd1, [retval0+0];
	} // callseq 0
	add.s32 	%r5, %r5, 1;
	setp.le.u32 	%p1, %r5, %r4;
	@%p1 bra 	$L__BB0_1;
	setp.ne.s64 	%p2, %rd2, 0;
	@!%p2 neg.f64 	%fd1, %fd1;
	st.global.f64 [%rd5], %fd1;"""
    factor = 2.0 ** np.arange(1, 7)
    assert np.array_equal(ran(code, X), -factor * X)
    assert np.array_equal(ran(code, X, given=1), factor * X)


def test_local_memory_belongs_to_a_thread():
    code = """
	.local .align 8 .b8 	depot[16];
	.reg .b64 	%SP;
	.reg .b64 	%SPL;
	mov.u64 	%SPL, depot;
	cvta.local.u64 	%SP, %SPL;
	ld.global.f64 %fd1, [%rd5];
	st.f64 [%SP+8], %fd1;
	ld.local.f64 %fd2, [%SPL+8];
	add.f64 %fd2, %fd2, %fd2;
	st.global.f64 [%rd5], %fd2;"""
    assert np.array_equal(ran(code, X), 2.0 * X)


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_approximate_functions_are_computed_exactly(name):
    code = f"""ld.global.f64 %fd1, [%rd5];
    cvt.rn.f32.f64 %f1, %fd1;
    {name}.approx.f32 %f2, %f1;
    cvt.f64.f32 %fd2, %f2;
    st.global.f64 [%rd5], %fd2;"""
    assert np.allclose(ran(code, X), [getattr(math, name)(x) for x in X], atol=2e-7)


def test_what_it_does_not_know_is_refused():
    with pytest.raises(SimulationError, match=r"does not support the instruction 'bar\.sync'"):
        ran("bar.sync 0;", X)
    with pytest.raises(SimulationError, match=r"does not support the instruction 'atom\.global\.exch\.b64'"):
        ran("atom.global.exch.b64 %rd6, [%rd5], %rd4;", X)
    kernel = EmulatedKernel(HEAD + TAIL)
    with pytest.raises(SimulationError, match="2 parameters, got 1"):
        kernel(1, (np.int64(0),))
